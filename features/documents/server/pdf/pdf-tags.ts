import type { Content, TableCell } from 'pdfmake/interfaces.d.ts'
import type { StructureContent, StructureOptions } from './pdfmake-internal-types.ts'

// The logical structure of a document (tags), which screen readers follow: headings, paragraphs and
// tables with their headings, in reading order. ISO 32000-1, 14.7 and 14.8.

/** A tag and the parts of pages that belong to it. */
export type Tag = {
  type: 'Document' | 'H1' | 'H2' | 'P' | 'Figure' | 'Table' | 'TR' | 'TH' | 'TD'
  options: StructureOptions
  children: Tag[]
  contents: StructureContent[]
}

/**
 * What a layout node is, where its shape does not tell: a heading, or a table of data, whose first
 * row or first column has the headings. Other tables only arrange what they contain.
 */
export type Role = 'H1' | 'H2' | 'column-headings' | 'row-headings'

type LayoutNode = {
  role?: Role
  text?: unknown
  stack?: Content[]
  columns?: Content[]
  table?: { body: TableCell[][] }
  image?: string
  alt?: string
  tag?: Tag
}

/** Marks the texts of a layout with their tags, and returns the tag of the whole. */
export function tagged(content: readonly Content[]): Tag {
  const root = newTag('Document')
  content.forEach((node) => tagNode(node, root))
  return root
}

function newTag(type: Tag['type'], options: StructureOptions = {}): Tag {
  return { type, options, children: [], contents: [] }
}

function added(parent: Tag, type: Tag['type'], options?: StructureOptions): Tag {
  const tag = newTag(type, options)
  parent.children.push(tag)
  return tag
}

/** Tags a node as what it is, or its parts if it only arranges them. */
function tagNode(content: unknown, parent: Tag): void {
  const node = content as LayoutNode
  if (isText(node)) tagText(node, added(parent, textTag(node)))
  else if (node.image) node.tag = added(parent, 'Figure', { alt: node.alt ?? '' })
  else if (node.table && node.role) tagTable(node, parent)
  else partsOf(node).forEach((part) => tagNode(part, parent))
}

const textTag = ({ role }: LayoutNode) => (role === 'H1' || role === 'H2' ? role : 'P')

/** Texts have runs; other texts are empty. */
const isText = (node: LayoutNode) => Array.isArray(node.text) && node.text.length > 0

const partsOf = ({ stack, columns, table }: LayoutNode): unknown[] =>
  stack ?? columns ?? table?.body.flat() ?? []

function tagTable({ role, table }: LayoutNode, parent: Tag): void {
  const tag = added(parent, 'Table')
  table?.body.forEach((row, index) => {
    const [first] = row as LayoutNode[]
    const rest = first && continuedBy(first)
    if (rest) return continueTable(rest, { tag, parent })
    const isHead = role === 'column-headings' && index === 0
    tagRow(row, { table: tag, isHead, hasHead: role === 'row-headings' })
  })
}

/** The last lines of a document are a table in one row, so that the totals stay with them. */
function continuedBy({ stack }: LayoutNode): LayoutNode[] | undefined {
  const [rows] = (stack ?? []) as LayoutNode[]
  return rows?.table ? (stack as LayoutNode[]) : undefined
}

function continueTable([rows, ...others]: LayoutNode[], of: { tag: Tag; parent: Tag }): void {
  rows?.table?.body.forEach((row) => tagRow(row, { table: of.tag, isHead: false, hasHead: false }))
  others.forEach((other) => tagNode(other, of.parent))
}

type RowParts = { table: Tag; isHead: boolean; hasHead: boolean }

function tagRow(cells: readonly unknown[], { table, isHead, hasHead }: RowParts): void {
  const row = added(table, 'TR')
  cells.forEach((cell, index) => {
    const scope = isHead ? 'Column' : hasHead && index === 0 ? 'Row' : undefined
    const tag = added(row, scope ? 'TH' : 'TD', scope && { scope })
    const node = cell as LayoutNode
    if (isText(node)) tagText(node, tag)
    else partsOf(node).forEach((part) => tagNode(part, tag))
  })
}

/** Gives all runs of a text one tag. */
function tagText({ text }: LayoutNode, tag: Tag): void {
  for (const run of text as { tag?: Tag }[]) run.tag = tag
}
