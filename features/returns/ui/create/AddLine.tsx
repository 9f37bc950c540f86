import { type ClipboardEvent, useEffect, useRef, useState } from 'react'
import { Combobox } from '#platform/ui/fields/Combobox.tsx'
import { Field } from '#platform/ui/fields/Field.tsx'
import { singleMatch } from '#platform/ui/fields/use-combobox-choices.ts'
import { type PastedLine, parsePastedLines } from '#platform/ui/form/pasted-lines.ts'
import { findSkus, type SkuChoice } from './find-orders-and-parties.ts'
import { type Draft, type DraftLine, inputId } from './return-draft.ts'
import { defaultDisposition } from '../../rules.ts'

type AddLineProps = { draft: Draft; change: (patch: Partial<Draft>) => void }

/** Adds any SKU to a return without an order, at the current price or cost. */
export function AddLine({ draft, change }: AddLineProps) {
  const { type, lines } = draft
  const [unknown, setUnknown] = useState<readonly string[]>([])
  const latest = useRef(lines)
  useEffect(() => {
    latest.current = lines
  })
  const add = (found: readonly { choice: SkuChoice; quantity: string }[]) => {
    const known = new Set(latest.current.map(({ skuId }) => skuId))
    const added = found.filter(({ choice }) => !known.has(choice.id) && known.add(choice.id))
    const lines = added.map(({ choice, quantity }) => lineFor(type, choice, quantity))
    if (lines.length > 0) change({ lines: [...latest.current, ...lines] })
  }
  const paste = (event: ClipboardEvent) => {
    const pasted = parsePastedLines(event.clipboardData.getData('text/plain'))
    if (!pasted) return
    event.preventDefault()
    void findPasted(pasted).then(({ found, missed }) => {
      add(found)
      setUnknown(missed)
    })
  }
  return (
    <div onPasteCapture={paste}>
      <Field id={inputId('lines')} label="Add a SKU">
        {(control) => (
          <Combobox
            {...control}
            // A new key for each line, so that the input starts empty again.
            key={lines.length}
            name="return-skus"
            value={undefined}
            onChange={(choice) => choice && add([{ choice, quantity: '1' }])}
            search={findSkus}
            scanTarget="SKU"
            placeholder="Type a code or a name"
          />
        )}
      </Field>
      {unknown.length > 0 && (
        <p role="alert" className="text-table mt-1 text-danger">
          {`Not added: ${unknown.join(', ')}`}
        </p>
      )}
    </div>
  )
}

/** Builds a draft line for a SKU without an order. */
function lineFor(type: Draft['type'], { id, found }: SkuChoice, quantity: string): DraftLine {
  return {
    key: `sku-${found.id}`,
    originalItemId: null,
    skuId: id,
    sku: found.sku,
    name: found.name,
    unitOfMeasure: found.unitOfMeasure,
    counts: undefined,
    unitPrice: (type === 'rma' ? found.price : found.cost) ?? null,
    quantity,
    condition: '',
    disposition: defaultDisposition(type, null),
    reason: '',
    note: '',
  }
}

/** Looks up pasted SKUs; returns those found, and each rejected code with its reason. */
async function findPasted(pasted: readonly PastedLine[]) {
  const found: { choice: SkuChoice; quantity: string }[] = []
  const missed: string[] = []
  for (const { code, quantity } of pasted) {
    const answer = await findSkus(code).catch(() => undefined)
    const choice = answer && singleMatch(code, answer)
    const isAgain = found.some((each) => each.choice.id === choice?.id)
    if (!answer) missed.push(`${code} (the server did not respond)`)
    else if (!choice) missed.push(`${code} (no match)`)
    else if (isAgain) missed.push(`${code} with ${quantity} (already in the list)`)
    else found.push({ choice, quantity })
  }
  return { found, missed }
}
