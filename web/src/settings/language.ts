/** Chooses the language: from the address, the setting, or the browser. */

/** Return the first known language that is wanted, or English. */
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
