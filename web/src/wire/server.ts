/** Whether there is a server behind this page, and what stands in for it where it does not answer. */

/** A page that was built to be served as plain files has none (`vite build --mode site`). */
export const HAS_SERVER = import.meta.env.MODE !== 'site';

/** The address of a request to the server's API. */
export const apiAddress = (path: string): string => `/api${path}`;

/** Fetch what the build has written for times without a server: the catalogue and the rules. */
export async function staticCopy<T>(name: string): Promise<T> {
  const answer = await fetch(`${import.meta.env.BASE_URL}offline/${name}.json`);
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()) as T;
}
