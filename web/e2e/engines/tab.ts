/** A tab of any engine, as far as the main paths need one: what its driver must be able to do. */
export interface Tab {
  /** The engine and its version. */
  readonly name: string;
  go(url: string): Promise<void>;
  /** Evaluate an expression in the page; a promise is awaited. */
  evaluate<T>(expression: string): Promise<T>;
  /** Press keys one after the other, as WebDriver writes them. */
  press(...keys: string[]): Promise<void>;
  /** A picture of what is visible, as PNG in base64. */
  picture(): Promise<string>;
  resize(width: number, height: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens a tab of an engine, or says in a sentence why it cannot be tried on this machine. */
export type Open = () => Promise<Tab | string>;

/** Keys by their names in WebDriver's alphabet. */
export const ENTER = '\uE007';
export const SPACE = '\uE00D';

/** One press and one release for every key, as WebDriver and WebDriver BiDi both take them. */
export function keyActions(keys: string[]): object[] {
  const actions = keys.flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);
  return [{ type: 'key', id: 'keyboard', actions }];
}
