/** Where the drawings are that the build took out of their sets (see build/drawings.ts). */
declare const DRAWING_FOLDERS: Record<string, string>; // filled in by the build

/** Return the address of a drawing by its set and its name there. */
export const drawingUrl = (set: string, name: string): string =>
  `${DRAWING_FOLDERS[set] ?? ''}/${name}.svg`;
