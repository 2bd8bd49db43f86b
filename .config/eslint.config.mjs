import vue from 'eslint-plugin-vue'
import tseslint from 'typescript-eslint'
import vueParser from 'vue-eslint-parser'

// Each banned thing names its one home, so that the message is the way out.
const ban = (name, home) => ({ name, message: `Only ${home} may use ${name}.` })

const strict = tseslint.configs.strictTypeChecked.map((config) => ({ ...config, files: ['**/*.ts', '**/*.vue'] }))

export default tseslint.config(
  { ignores: ['node_modules/', 'out/', 'dist/', '.ci/'] },
  ...strict,
  ...vue.configs['flat/recommended'],
  {
    files: ['**/*.ts', '**/*.vue'],
    languageOptions: {
      parser: vueParser,
      parserOptions: {
        parser: tseslint.parser,
        projectService: false,
        project: ['preload/tsconfig.json', 'main/tsconfig.json', 'renderer/tsconfig.json', 'test/tsconfig.json'],
        tsconfigRootDir: new URL('..', import.meta.url).pathname,
        extraFileExtensions: ['.vue'],
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-dynamic-delete': 'off',
      '@typescript-eslint/no-non-null-assertion': 'error',
      'no-console': 'error',
      'no-undef': 'off',
      eqeqeq: ['error', 'always'],
      'vue/no-v-html': 'error',
      'vue/multi-word-component-names': 'off',
      'vue/max-attributes-per-line': 'off',
      'vue/singleline-html-element-content-newline': 'off',
      'vue/html-self-closing': 'off',
      'vue/html-indent': 'off',
      'vue/html-closing-bracket-newline': 'off',
      'vue/first-attribute-linebreak': 'off',
      'vue/multiline-html-element-content-newline': 'off',
      'vue/attributes-order': 'off',
      'vue/require-default-prop': 'off',
    },
  },
  {
    // A component is looked for in one project after the other, and each one looked into is read whole.
    files: ['renderer/**/*.vue'],
    languageOptions: { parserOptions: { project: ['renderer/tsconfig.json'] } },
  },
  {
    files: ['renderer/**/*.ts', 'renderer/**/*.vue'],
    rules: {
      'no-restricted-globals': [
        'error',
        ban('process', 'main'),
        ban('Buffer', 'main'),
        ban('fetch', 'renderer/bridge'),
        ban('WebSocket', 'renderer/bridge'),
        ban('XMLHttpRequest', 'renderer/bridge'),
        { name: 'localStorage', message: 'Settings live in the profile: use the settings store.' },
        { name: 'sessionStorage', message: 'Settings live in the profile: use the settings store.' },
      ],
    },
  },
  {
    files: ['renderer/bridge/**/*.ts'],
    rules: { 'no-restricted-globals': ['error', ban('process', 'main'), ban('Buffer', 'main')] },
  },
  {
    files: ['main/**/*.ts', 'preload/**/*.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'fetch', message: 'The platform is reached through main/platform/client alone.' },
      ],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-empty-function': 'off',
    },
  },
)
