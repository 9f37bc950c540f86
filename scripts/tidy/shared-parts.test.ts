import { expect, test } from 'vitest'
import { formWidthViolations, sharedPartViolations } from './shared-parts.ts'
import { source } from './sources.ts'

const button = source('platform/ui/buttons/Button.tsx', 'export function Button() { return null }')
const room = source(
  'features/skus/SkusPage.tsx',
  `import { Button } from '#platform/ui/buttons/Button.tsx'`,
)
const partsPage = source(
  'e2e/parts/ButtonParts.tsx',
  `import { Button } from '#platform/ui/buttons/Button.tsx'`,
)

test('reports a shared control missing from the page of shared parts', () => {
  expect(sharedPartViolations([button, room])).toEqual([
    'platform/ui/buttons/Button.tsx:1 Button is not shown in e2e/parts/',
  ])
  expect(sharedPartViolations([button, room, partsPage])).toEqual([])
})

test('also reports a lazy-loaded one', () => {
  const late = source(
    'features/skus/SkusPage.tsx',
    `const Late = late(async () => (await import('#platform/ui/buttons/Button.tsx')).Button)`,
  )
  expect(sharedPartViolations([button, late])).toHaveLength(1)
  expect(sharedPartViolations([button, late, partsPage])).toEqual([])
})

test('components used only by shared parts need not be shown', () => {
  const inner = source('platform/ui/menu/Menu.tsx', `import { Button } from './Button.tsx'`)
  expect(sharedPartViolations([button, inner])).toEqual([])
})

test('reports an unnecessary exception', () => {
  expect(sharedPartViolations([button, room], { Button: 'a part of Menu' })).toEqual([])
  expect(sharedPartViolations([button, room, partsPage], { Button: 'a part of Menu' })).toEqual([
    'Button needs no exception',
  ])
})

const formOf = (attributes: string, content: string) =>
  source(
    'features/skus/ui/Form.tsx',
    `const form = (
      <FormDialog title="Form"${attributes}>
        ${content}
      </FormDialog>
    )`,
  )
const field = '<TextField name="name" label="Name" />'
const columns = `<FormSection title="Details">${field}</FormSection>`

test('reports a form of stacked fields without a size', () => {
  expect(formWidthViolations([formOf('', field)])).toEqual([
    'features/skus/ui/Form.tsx:2 the form has no columns, so it needs a size',
  ])
  expect(formWidthViolations([formOf(' size="small"', field)])).toEqual([])
  expect(formWidthViolations([formOf(' size="form"', field)])).toEqual([])
})

test('reports columns in a small form', () => {
  expect(formWidthViolations([formOf(' size="small"', columns)])).toEqual([
    'features/skus/ui/Form.tsx:2 the form has columns, so it is not small',
  ])
  expect(formWidthViolations([formOf('', columns)])).toEqual([])
})
