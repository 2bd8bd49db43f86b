import vue from 'eslint-plugin-vue'
import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'

// Components alone: oxlint reads TypeScript, the scripts of components included (.oxlintrc.json).
export default defineConfig({ ignores: ['**/*', '!**/', '!renderer/**/*.vue'] }, ...vue.configs['flat/recommended'], {
  files: ['renderer/**/*.vue'],
  plugins: { '@typescript-eslint': tseslint.plugin },
  languageOptions: { parserOptions: { parser: tseslint.parser } },
  rules: {
    '@typescript-eslint/no-unused-vars': 'error',
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
})
