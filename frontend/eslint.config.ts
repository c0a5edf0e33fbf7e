// The rules of the code: strict types, the rules of hooks, and imports in one direction: ui, domain
// -> kernel -> features -> app, with no feature importing another.
import { readdirSync } from 'node:fs';
import reactHooks from 'eslint-plugin-react-hooks';
import { type Config, defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const CORE = { regex: '^@uno/core', message: 'Only src/domain speaks to the shared core.' };
// The login page is rendered before the core is ready. The bundlers' entry would make it wait.
const BUNDLER = { regex: '^@uno/core/bundler', message: 'Import @uno/core, which core.ts starts.' };
const LAYERS = ['ui', 'domain', 'kernel', 'features', 'app'];

const LINK = {
  regex: '^react-router$',
  importNames: ['Form', 'Link', 'NavLink'],
  message: 'The link of src/ui/link.tsx weighs less.',
};

interface Forbidden {
  regex: string;
  message: string;
}

function layer(files: string[], allowed: string[], more: Forbidden[] = []): Config {
  const forbidden = LAYERS.filter((name) => !allowed.includes(name));
  const patterns = [
    ...forbidden.map((name) => ({
      regex: `^~/${name}/`,
      message: `Imports run one way: this folder must not know ${name}.`,
    })),
    {
      regex: '^\\.\\./\\.\\./',
      message: 'Write ~/ for what lies further away than the next folder.',
    },
    allowed.includes('@uno/core') ? BUNDLER : CORE,
    LINK,
    ...more,
  ];
  return {
    files,
    rules: {
      'no-restricted-imports': ['error', { patterns }],
    },
  };
}

const features = readdirSync(new URL('src/features', import.meta.url));

export default defineConfig(
  globalIgnores(['dist', 'public', 'test-results', 'playwright-report']),
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  reactHooks.configs.flat['recommended-latest'],
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error', noInlineConfig: true },
    rules: {
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': true }],
    },
  },
  {
    // Contains code that must not compile.
    files: ['src/kernel/resource/resource-definition.test.ts'],
    rules: {
      '@typescript-eslint/ban-ts-comment': [
        'error',
        { 'ts-expect-error': 'allow-with-description' },
      ],
    },
  },
  layer(['src/ui/**'], []),
  layer(['src/domain/**'], ['@uno/core', 'domain']),
  layer(['src/kernel/**'], ['ui', 'domain', 'kernel']),
  ...features.map((feature) =>
    layer(
      [`src/features/${feature}/**`],
      ['ui', 'domain', 'kernel', 'features'],
      [
        {
          regex: '^~/features/',
          message: 'Features do not know each other; the router brings them together.',
        },
      ],
    ),
  ),
  layer(['src/app/**', 'src/main.tsx'], ['ui', 'domain', 'kernel', 'features', 'app']),
);
