import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: {
        projectService: false,
        extraFileExtensions: ['.svelte'],
        parser: ts.parser,
        svelteConfig,
      },
    },
  },
  {
    // Safari 16.0 reads none of a file that has one of these.
    files: ['src/**/*.ts', 'src/**/*.svelte'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'Literal[regex.pattern=/\\(\\?<[=!]/]',
          message: 'Safari 16.0 has no lookbehind (docs/decisions/0098-the-oldest-browsers.md).',
        },
        {
          selector: 'Literal[regex.flags=/v/]',
          message: 'Safari 16.0 has no flag v (docs/decisions/0098-the-oldest-browsers.md).',
        },
      ],
    },
  },
  { ignores: ['node_modules/', 'src/wire/messages.ts', 'e2e/artefacts/'] },
);
