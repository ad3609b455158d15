/** Which language to use: what the address asks for, or the setting, or the browser. */

/** Return the first of the known languages that is asked for, English if none is. */
export function chooseLanguage<Known extends string>(
  known: readonly Known[],
  address: string,
  chosen: string,
  wanted: readonly string[],
): Known {
  const find = (name: string | null): Known | undefined =>
    known.find((one) => one === name?.slice(0, 2).toLowerCase());
  const asked = find(new URLSearchParams(address).get('lang'));
  const spoken = wanted.map(find).find((one) => one !== undefined);
  return asked ?? find(chosen) ?? spoken ?? (known[0] as Known);
}
