/** The folders of the drawings that the build extracted from icon sets (see build/drawings.ts). */
declare const DRAWING_FOLDERS: Record<string, string>; // filled in by the build

/** Return the address of a drawing by its set and its name there. */
export const drawingUrl = (set: string, name: string): string =>
  `${import.meta.env.BASE_URL.slice(0, -1)}${DRAWING_FOLDERS[set] ?? ''}/${name}.svg`;
