import { expect, test } from 'vitest'
import { linkViolations } from './link-targets.ts'
import { source } from './sources.ts'

const linkNames = new Set(['link', 'url', 'website', 'next'])
const onScreen = (text: string) => source('features/vendors/ui/VendorLinks.tsx', text)
const check = (text: string) => linkViolations([onScreen(text)], linkNames)

test.each([
  ['row.link', 'const a = <Link to={row.link} />'],
  ['row.website', 'const a = <a href={row.website}>{row.name}</a>'],
  ['row.documentAddress', 'const a = <a href={row.documentAddress} />'],
  ['`${row.website}/about`', 'const a = <a href={`${row.website}/about`} />'],
  ['`/${row.page}`', 'const a = <a href={`/${row.page}`} />'],
  [`'//evil.example'`, `const a = <a href={'//evil.example'} />`],
  [`'https://evil.example'`, `const a = <a href={'https://evil.example'} />`],
  [`'javascript:alert(1)'`, `const a = <a href={'javascript:alert(1)'} />`],
  [`row.link ?? '/'`, `const a = <LinkButton to={row.link ?? '/'} />`],
  ['row.picture', 'const a = <img src={row.picture} />'],
  ['target', 'const a = <form action={target} />'],
  ['target', 'const a = <button formAction={target} />'],
  ['link', 'void navigate({ to: link })'],
  ['search.to', 'void navigate({ to: search.to })'],
  ['target', 'void navigate({ href: target })'],
  ['target', 'void navigate(target)'],
  ['search.next', 'location.replace(search.next)'],
  ['target', 'window.location.assign(target)'],
  ['target', 'location.href = target'],
  ['target', 'location = target'],
  ['target', `window.open(target, '_blank')`],
  ['target', 'router.history.push(target)'],
  ['target', `element.setAttribute('href', target)`],
  ['row.website', 'const hit = { code, href: row.website }'],
  ['row.link', `const href = row.link`],
  ['row.link', `const place = { to: row.link, search: {} }`],
  ['link: href', `const { link: href } = row`],
  ['link', `const [to = '/', query] = link.split('?')`],
  ['link', `const [to = '/', query] = (link ?? '/').split('?')`],
  ['row.link', `const a = <Card to={row.link} />`],
  ['(row) => row.link', `const a = <Table hrefOf={(row) => row.link} />`],
  ['row.link', `function hrefOf(row) { if (row.link) return row.link; return '/vendors' }`],
  ['row.link', `function goTo(label, href) {}\ngoTo('Open', row.link)`],
])('%s is caught in: %s', (what, text) => {
  expect(check(text)).toEqual([
    `features/vendors/ui/VendorLinks.tsx:${text.split('\n').length} ${what} may be data: ` +
      'let it pass internalPath',
  ])
})

test.each([
  'const a = <Link to="/vendors" search={{ open: row.code }} />',
  'const a = <Link to={internalPath(row.link, location.origin)} />',
  `const a = <Link to={internalPath(row.link, location.origin) ?? '/'} />`,
  `const [to = '/', query] = (internalPath(link, location.origin) ?? '/').split('?')`,
  `const path = next?.startsWith('/') ? internalPath(next, origin) : undefined`,
  'const a = <a href={`mailto:${row.email}`}>{row.email}</a>',
  'const a = <a href={`#${id}`} />',
  'const a = <a href={`/samples/${name}`} download />',
  'const a = <a href={pathOf(readPdf.path, { id })} />',
  `const a = <Link to={isRma ? '/customers' : '/vendors'} />`,
  `const places = { cash: '/journal' }\nconst a = <Link to={places[name] ?? '/'} />`,
  `const places = { cash: '/journal' } as const\nconst place = places[name]
   const a = <Link to={place} />`,
  'const a = pages.map(({ path }) => <Link to={path} />)',
  'const a = <Link to={help.to} />',
  `const a = <Table hrefOf={(row) => '/vendors' + searchText({ open: row.code })} />`,
  `void navigate({ to: '.', search: (before) => ({ ...before, ...patch }) })`,
  'const period = { from: row.from, to: row.to }',
  'const a = <span>{row.website}</span>',
  'const text = words.replace(link, row.name)',
])('this is fine: %s', (text) => {
  expect(check(text)).toEqual([])
})

test('a link that another file’s function follows is caught', () => {
  const other = source('app/links.ts', 'export function goTo(label, href) {}')
  const text = `import { goTo } from '#app/links.ts'\ngoTo('Open', row.link)`
  expect(linkViolations([other, onScreen(text)], linkNames)).toHaveLength(1)
  const own = `const goTo = (label) => {}\ngoTo('Open', row.link)`
  expect(linkViolations([other, onScreen(own)], linkNames)).toEqual([])
})

test('only screens are checked, and an exception that is not needed is reported', () => {
  const text = 'const a = <a href={sample} />'
  const server = source('features/vendors/server/mail.ts', 'const a = { href: row.website }')
  const known = { 'features/vendors/ui/VendorLinks.tsx: sample': 'a file of the program' }
  expect(linkViolations([onScreen(text), server], linkNames, known)).toEqual([])
  expect(linkViolations([server], linkNames, known)).toEqual([
    'features/vendors/ui/VendorLinks.tsx: sample needs no exception',
  ])
})
