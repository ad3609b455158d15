/** Opens a table against the gentlest bot, with or without its lesson. */
import { pageOf } from '../games';
import { offerOf, offers } from '../lobby/gameCards';
import { createTable } from '../lobby/createTable';
import { agreedFor, botsFor, draftFrom } from '../lobby/tableDraft';
import { settings } from '../settings/preferences.svelte';
import { nameOf, want } from '../table/lesson/storage';

/** Open a table of a variant; with `lesson` it begins at once, even if it was shown before. */
export async function openTable(
  game: string,
  variant: string,
  seats: number,
  lesson: boolean,
): Promise<void> {
  const [all, page] = await Promise.all([offers(), pageOf(game)]);
  const offer = offerOf(all, game, variant);
  if (!offer) return;
  const agreed = agreedFor(offer, { ...draftFrom(null, settings.assist), seats }, true);
  if (lesson) want(nameOf(game, page?.lessonOf?.(agreed)));
  await createTable(agreed, botsFor(offer, agreed, offer.info.levels[0]?.bot ?? ''));
}
