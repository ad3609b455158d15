/** The one thing worth saying beside the board now, in words. */
import { t } from '../../../kit/i18n.svelte';
import { isAway } from '../../../wire/seats';
import type { GenialModel } from '../model.svelte';
import type { Forecast } from '../board/forecast';
import { gainsOf } from '../board/forecast';
import { capital, listed } from '../../shared/speak';
import { whyRule, whyText } from '../speak';
import { colourName, weakest, type Colour } from '../view';

export interface Notice {
  kind: 'plain' | 'bad' | 'warn' | 'good';
  strong: string;
  text: string;
  colour?: Colour;
  /** The rule that says so. */
  rule?: string;
  /** Tiles that somebody has shown. */
  tiles?: string[];
}

const names = (colours: readonly Colour[]): string => listed(colours.map(colourName));

function rope(colour: Colour, at: number): string {
  const key = at > 0 ? 'yours' : at < 0 ? 'theirs' : 'middle';
  return capital(t(`genial.rope.${key}`, { colour: colourName(colour), n: Math.abs(at) }));
}

function afterMove(model: GenialModel, found: Forecast): string {
  if (model.view.track.shared)
    return gainsOf(found)
      .map(({ colour }) => rope(colour, found.after[colour]))
      .join(' ');
  const low = weakest(found.after);
  const key = found.weakest > found.weakestBefore ? 'genial.notice.rises' : 'genial.notice.stays';
  return t(key, { n: low.value, colours: names(low.colours), m: low.colours.length });
}

function ofForecast(model: GenialModel, found: Forecast): Notice {
  const [full] = found.bonus;
  if (full) {
    const goal = found.after[full];
    const strong = capital(t('genial.notice.reaches', { colour: colourName(full), n: goal }));
    const text = `${t('genial.notice.oneMore')} ${afterMove(model, found)}`;
    const rule = model.view.track.shared ? 'D2' : 'A11';
    return { kind: 'good', strong, text, colour: full, rule };
  }
  const lost = gainsOf(found).reduce((sum, gain) => sum + gain.lost, 0);
  const strong = t('genial.notice.points', { n: found.total - lost, lost });
  const plain: Notice = { kind: 'plain', strong, text: afterMove(model, found) };
  return found.exchange ? { ...plain, ...ofExchange(model, found) } : plain;
}

/** Say that one may exchange after the move, and why; nobody else learns of it. */
function ofExchange({ view }: GenialModel, found: Forecast): Pick<Notice, 'text' | 'rule'> {
  const rule = view.track.shared ? 'D3' : 'A12';
  if (view.track.shared) return { text: t('genial.notice.swapNines'), rule };
  const low = weakest(found.after);
  const text = t('genial.notice.swap', { colours: names(low.colours), n: low.colours.length });
  return { text, rule };
}

function onTurn({ view, seat, hand }: GenialModel): Notice {
  if (view.bonus > 0)
    return {
      kind: 'good',
      strong: `${t('genial.bonusTurn')}.`,
      text: t('genial.notice.bonus', { n: view.bonus }),
    };
  if (view.first[seat ?? -1])
    return {
      kind: 'plain',
      strong: t('genial.notice.first'),
      text: t('place.why.first'),
      rule: 'A7',
    };
  const text = t(hand.tile ? 'genial.notice.cell' : 'genial.notice.tile');
  return { kind: 'plain', strong: t('genial.notice.yours'), text };
}

/** Return what to say: a reason, a forecast, an exchange, or what to do next. */
export function notice(model: GenialModel): Notice {
  const { hand, animation } = model;
  if (hand.refused)
    return {
      kind: 'bad',
      strong: whyText(model, hand.refused),
      text: t('genial.notice.legal'),
      rule: whyRule(model, hand.refused),
    };
  if (animation.note) return animation.note;
  if (hand.forecast) return ofForecast(model, hand.forecast);
  if (model.choosing && model.view.offer)
    return { kind: 'plain', strong: t('genial.offer'), text: t('genial.notice.offer') };
  if (model.mine) return onTurn(model);
  if (model.held)
    return { kind: 'plain', strong: t('genial.notice.held'), text: t('genial.notice.heldWhy') };
  if (model.props.unsent)
    return { kind: 'warn', strong: `${t('net.unsent')}.`, text: t('net.unsent.why') };
  if (model.props.busy) return { kind: 'plain', strong: t('net.sending'), text: '' };
  const text = model.view.bag === 0 ? t('genial.bagEmpty') : '';
  const turn = model.view.turn;
  if (turn === null) return { kind: 'plain', strong: t('genial.notice.over'), text };
  const who = model.props.table.seats[turn];
  const key = who && isAway(who) ? 'turn.away' : 'turn.other';
  return { kind: 'plain', strong: t(key, { name: model.names[turn] ?? '' }), text };
}
