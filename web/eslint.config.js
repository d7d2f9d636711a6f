import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['.svelte-check/', '**/paraglide/', 'src/protocol.ts', '**/project.inlang/cache/'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...ts.configs.stylistic,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
  {
    rules: {
      // Names that are undefined or not used are the type checker's business.
      'no-undef': 'off',
      '@typescript-eslint/no-unused-vars': 'off',
      eqeqeq: 'error',
    },
  },
  {
    files: ['src/**'],
    ignores: ['src/lib/region.ts', 'src/lib/months.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'Intl', message: 'src/lib/region.ts, or months.ts, knows the region.' },
      ],
    },
  },
  {
    files: ['src/**'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: 'paraglide/(messages|server)',
              allowTypeImports: true,
              message: 'That has all languages; import m from a messages.ts.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['src/**'],
    rules: {
      // What does not come must say so: see src/lib/lazy.svelte.ts.
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ImportExpression:not(CallExpression[callee.name="lazy"] ImportExpression)',
          message: 'Fetch it with lazy(() => import(…)), and show it with Later, LaterDialog or Beside.',
        },
        {
          selector:
            'CallExpression[callee.property.name="glob"]:not([arguments.1.properties.0.key.name="eager"]):not(CallExpression[callee.name=/^(lazyAll|vocabulary)$/] > CallExpression)',
          message: 'Fetch them with lazyAll(import.meta.glob(…)).',
        },
        {
          selector: 'SvelteAwaitBlock:not(:has(> SvelteAwaitCatchBlock))',
          message: 'Say in {:catch} what is missing.',
        },
      ],
    },
  },
);
