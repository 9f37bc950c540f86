import { partOf, type Span } from './text-spans.ts'

// Fields that a pasted text names: `PO Number: 4711`, `Ship to:` and the like.

const labelKinds = [
  'po',
  'customer',
  'shipTo',
  'shipDate',
  'cancelAfter',
  'notes',
  'sender',
  'subject',
  'end',
] as const
type LabelKind = (typeof labelKinds)[number]

const labelTexts: Readonly<Record<LabelKind, readonly string[]>> = {
  po: [
    'purchase order number',
    'purchase order no',
    'purchase order',
    'customer po',
    'order number',
    'order no',
    'po number',
    'po no',
    'p.o. number',
    'p.o. no',
    'p.o.',
    'po',
  ],
  customer: [
    'customer number',
    'customer code',
    'customer no',
    'customer',
    'account number',
    'account no',
    'account',
    'bill to',
    'sold to',
    'company',
    'buyer',
  ],
  shipTo: [
    'ship-to address',
    'shipping address',
    'delivery address',
    'ship to',
    'ship-to',
    'deliver to',
  ],
  shipDate: [
    'requested ship date',
    'requested delivery date',
    'requested date',
    'date required',
    'delivery date',
    'required by',
    'deliver by',
    'needed by',
    'need by',
    'ship date',
    'ship by',
  ],
  cancelAfter: [
    'cancel if not shipped by',
    'do not ship after',
    'cancel after',
    'cancel date',
    'cancel by',
  ],
  notes: ['special instructions', 'instructions', 'comments', 'notes', 'note'],
  sender: ['from'],
  subject: ['subject'],
  end: ['subtotal', 'sub-total', 'order total', 'grand total', 'total', 'tax', 'freight', 'thank'],
}

/** All labels, the longest first, so that `po number` is found before `po`. */
const labels = labelKinds
  .flatMap((kind) => labelTexts[kind].map((text) => ({ kind, text })))
  .toSorted((a, b) => b.text.length - a.text.length)

/** A field that a line names, and what it says after the name. */
export type NamedField = {
  kind: LabelKind
  value: Span
  /** True if a colon or a number sign stands between name and value. */
  isMarked: boolean
}

/** The field that a line begins with; undefined if it names none. */
export function labelOf(line: Span): NamedField | undefined {
  const indent = line.text.length - line.text.trimStart().length
  const start = line.text.slice(indent, indent + 60).toLowerCase()
  for (const { kind, text } of labels) {
    if (!start.startsWith(text)) continue
    const rest = line.text.slice(indent + text.length)
    if (/^[a-z0-9]/i.test(rest)) continue
    const [between = ''] = /^[\s.#:=-]{0,10}/.exec(rest) ?? []
    const isMarked = /[:#=]/.test(between)
    const value = partOf(line, indent + text.length + between.length)
    if (isNamed({ kind, value, isMarked })) return { kind, value, isMarked }
  }
  return undefined
}

/** Without a colon only a number, a heading alone in its line, and an end are fields. */
function isNamed({ kind, value, isMarked }: NamedField): boolean {
  if (isMarked || kind === 'end') return true
  if (kind === 'shipTo') return value.text === ''
  return kind === 'po' && /^\S*\d/.test(value.text.slice(0, 60))
}
