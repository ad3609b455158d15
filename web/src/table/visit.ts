/** What outlasts the waiting room while one is at this page: a warm-up takes its place for a while. */

export interface Visit {
  /** Whether one came by the link and is to be given a seat, once; null: not looked at yet. */
  comes: boolean | null;
  /** The number of the last message before a warm-up; null: there was none since. */
  heard: number | null;
}

/** Begin a visit. */
export const newVisit = (): Visit => ({ comes: null, heard: null });
