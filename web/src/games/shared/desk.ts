/** What a desk has room for. */

/** With less height, in pixels, the tracks of four players beside the board are too small to read. */
export const FOUR_TRACKS = 678;
