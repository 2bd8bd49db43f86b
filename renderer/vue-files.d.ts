// For tools that read TypeScript alone; vue-tsc takes the components' own types.
declare module '*.vue' {
  import type { Component } from 'vue'

  const component: Component
  export default component
}
