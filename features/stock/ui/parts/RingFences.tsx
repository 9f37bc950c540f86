import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { LinesTable, rightAligned } from '#platform/ui/page/LinesTable.tsx'
import type { RingFenceDetails } from '../../contract.ts'
import { type RingFencedSku, RingFenceForm } from '../RingFenceForm.tsx'

const heads = [
  'Customer',
  rightAligned('Quantity'),
  rightAligned('On orders'),
  rightAligned('Still free'),
  'Reason',
  'Changed',
  { text: 'Change', isHidden: true },
]

const count = (units: number) => units.toLocaleString('en-US')

type RingFencesProps = { sku: RingFencedSku; ringFences: readonly RingFenceDetails[] }

/** The units of a SKU that only the orders of one customer may reserve. */
export function RingFences({ sku, ringFences }: RingFencesProps) {
  const whyNot = useWhyNot()
  const [edited, setEdited] = useState<RingFenceDetails | 'new'>()
  return (
    <section aria-label="Ring-fenced" className="grid grid-cols-1 gap-2">
      <div className="flex items-center justify-between gap-4">
        <h3 className="text-label">Ring-fenced</h3>
        <Button
          size="small"
          icon={Plus}
          whyNot={whyNot('skus.ringFence')}
          onClick={() => setEdited('new')}
        >
          Ring-fence
        </Button>
      </div>
      {ringFences.length === 0 ? (
        <p className="text-muted">No units are kept for one customer.</p>
      ) : (
        <LinesTable label="Ring-fenced units" heads={heads} className="min-w-160">
          {ringFences.map((each) => (
            <Row
              key={each.customerId}
              ringFence={each}
              whyNot={whyNot('skus.ringFence')}
              onEdit={() => setEdited(each)}
            />
          ))}
        </LinesTable>
      )}
      {edited && (
        <RingFenceForm
          sku={sku}
          ringFence={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </section>
  )
}

type RowProps = {
  ringFence: RingFenceDetails
  whyNot: string | undefined
  onEdit: () => void
}

function Row({ ringFence, whyNot, onEdit }: RowProps) {
  const { customerCode, customerName, quantity, reserved, units, reason, by, at } = ringFence
  return (
    <tr className="border-b border-line align-top">
      <td className="px-2 py-2">{`${customerCode} · ${customerName}`}</td>
      <td className="numbers px-2 py-2 text-right">{count(quantity)}</td>
      <td className="numbers px-2 py-2 text-right">{count(reserved)}</td>
      <td className="numbers px-2 py-2 text-right">{count(units)}</td>
      <td className="px-2 py-2 wrap-anywhere">{reason}</td>
      <td className="px-2 py-2">
        <time dateTime={at}>{formatMoment(at)}</time>
        {by !== null && <span className="text-caption block text-muted">{by}</span>}
      </td>
      <td className="px-2 py-1 text-right">
        <Button
          size="small"
          whyNot={whyNot}
          aria-label={`Change the ring-fence of ${customerCode}`}
          onClick={onEdit}
        >
          Change…
        </Button>
      </td>
    </tr>
  )
}
