import { register } from 'node:module'

// The generators build syntax trees with the compiler of TypeScript 5, which TypeScript 7 does not
// have. In their process `typescript` is version 5 (docs/decisions/0064).

const hook = `export const resolve = (name, context, next) =>
  next(name === 'typescript' ? 'typescript-5' : name, context)`
register(`data:text/javascript,${encodeURIComponent(hook)}`)
