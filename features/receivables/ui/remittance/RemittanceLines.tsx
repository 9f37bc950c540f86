import './remittance.css'
import { FileUp, ListPlus, Plus } from 'lucide-react'
import { useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { textOfFile } from '#platform/kernel/csv.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { notify } from '#platform/ui/notices/toast.ts'
import { matchLines } from '../../remittance-rules.ts'
import { parseRemittance } from '../../parse-remittance.ts'
import type { RemittanceValues } from './remittance-values.ts'
import { RemittanceRow } from './RemittanceRow.tsx'
import type { InvoiceCache } from './use-invoice-cache.ts'
import { type RowActions, useRemittanceRows } from './use-remittance-rows.ts'

const heads = [
  '#',
  'Invoice',
  'Open',
  'Amount',
  'Discount',
  'Short-pay reason',
  'Write off',
  'Left',
]

/** The rows of a remittance in one table, with a keyboard path, paste and a CSV file. */
export function RemittanceLines({ cache }: { cache: InvoiceCache }) {
  const { control } = useFormContext<RemittanceValues>()
  const lines = useWatch({ control, name: 'applications' })
  const rows = useRemittanceRows(cache)
  const mayWriteOff = useMay()('receivables.writeOff')
  const matches = matchLines(lines, cache.known)
  return (
    <section aria-label="Invoices" className="remittance">
      <div role="table" aria-label="Invoices paid" aria-rowcount={rows.fields.length + 1}>
        <div role="row" className="remittance-heads text-caption">
          {heads.map((head) => (
            <span key={head} role="columnheader" data-head={head}>
              {head}
            </span>
          ))}
          <span role="columnheader">
            <span className="sr-only">Remove</span>
          </span>
        </div>
        {rows.fields.map((field, index) => (
          <RemittanceRow
            key={field.id}
            index={index}
            line={lines[index] ?? field}
            match={cache.known.customerId === undefined ? undefined : matches[index]}
            mayWriteOff={mayWriteOff}
            actions={rows}
          />
        ))}
      </div>
      <Tools rows={rows} hasOpen={cache.known.open.length > 0} />
    </section>
  )
}

type ToolsProps = { rows: RowActions; hasOpen: boolean }

function Tools({ rows, hasOpen }: ToolsProps) {
  const file = useRef<HTMLInputElement>(null)
  const { fields, focusRow, insertRows, addOpen } = rows
  const read = async (chosen: File | undefined) => {
    if (!chosen) return
    try {
      const found = parseRemittance(textOfFile(new Uint8Array(await chosen.arrayBuffer())))
      if (found) return insertRows(fields.length - 1, found)
      notify({ title: 'Error', text: 'The file has no rows with invoice numbers and amounts' })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      notify({ title: 'Error', text: error.message })
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-2 pt-3">
      <Button icon={Plus} size="small" onClick={() => focusRow(fields.length, 'number')}>
        Add row
      </Button>
      <Button
        icon={ListPlus}
        size="small"
        onClick={addOpen}
        whyNot={hasOpen ? undefined : 'No open invoices. Choose a customer who has some'}
      >
        Add open invoices
      </Button>
      <Button icon={FileUp} size="small" onClick={() => file.current?.click()}>
        Choose a CSV file
      </Button>
      <input
        ref={file}
        type="file"
        accept=".csv,text/csv"
        aria-label="CSV file"
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          void read(target.files?.[0])
          target.value = ''
        }}
      />
      <p className="text-caption font-normal text-muted">
        Or paste rows into the first column: number, amount, discount.
      </p>
    </div>
  )
}
