import { expect, it } from 'vitest';
import { withPlainColours } from '../../build/plainColours';

const NOT = '@supports not (color:color-mix(in srgb,red,red))';

it.each([
  ['var(--a) 70%, var(--b)', 'var(--a)'],
  ['var(--a) 45%, var(--b)', 'var(--a)'],
  ['var(--a) 30%, var(--b)', 'var(--b)'],
  ['#fff 72%, #000 10%', '#fff'],
  // What is nearly nothing must not hide the text that stands on it.
  ['currentColor 16%, transparent', 'transparent'],
  ['var(--text) 45%, transparent', 'var(--text)'],
])('gives a mix of %s the plain colour %s', (mix, colour) => {
  const rule = `.a{border:1px solid color-mix(in srgb, ${mix})}`;
  expect(withPlainColours(rule)).toBe(`${rule}${NOT}{.a{border:1px solid ${colour}}}`);
});

it('keeps rules inside their conditions, and leaves all other declarations alone', () => {
  const css =
    '@media print{.a:hover{color:red;background:linear-gradient(var(--a),color-mix(in srgb,var(--b) 60%,var(--c)))}}.b{color:red}';
  expect(withPlainColours(css)).toBe(
    `@media print{.a:hover{color:red;background:linear-gradient(var(--a),color-mix(in srgb,var(--b) 60%,var(--c)))}` +
      `${NOT}{.a:hover{background:linear-gradient(var(--a),var(--b))}}}.b{color:red}`,
  );
});
