import { formatDecimal } from '#platform/kernel/money.ts'
import { Barcode } from '#platform/ui/Barcode.tsx'
import { PrintSheet } from '#platform/ui/PrintSheet.tsx'
import type { ReturnDetails } from './contract.ts'
import { conditionNames, dispositionNames, typeNames } from './words.ts'

/** The return form on paper, to lie with the goods: number as bars, whose they are, the lines. */
export function ReturnSheet({ goods }: { goods: ReturnDetails }) {
  const isSale = goods.type === 'rma'
  const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
  return (
    <PrintSheet>
      <article className="text-[10pt] leading-snug text-black">
        <header className="flex justify-between gap-8">
          <div>
            <h1 className="text-[18pt] font-semibold">Return Form</h1>
            <p>{isSale ? 'Goods from a customer' : 'Goods to a vendor'}</p>
          </div>
          <Barcode text={goods.returnNumber} />
        </header>
        <div className="mt-6 grid grid-cols-2 gap-8">
          <section className="border border-black p-3">
            <h2 className="text-[8pt] uppercase">{isSale ? 'From' : 'Ship to'}</h2>
            <p className="font-semibold">{`${goods.partyName} (${goods.partyCode})`}</p>
            <p className="whitespace-pre-line">{goods.partyAddress}</p>
          </section>
          <dl className="numbers grid h-fit grid-cols-[auto_1fr] gap-x-4">
            <dt>Type</dt>
            <dd>{typeNames[goods.type]}</dd>
            <dt>Date</dt>
            <dd>{day.format(Date.parse(goods.createdAt))}</dd>
            <dt>Original order</dt>
            <dd>{goods.originalOrderNumber ?? 'None'}</dd>
            <dt>Reason</dt>
            <dd>{goods.reason}</dd>
          </dl>
        </div>
        <Lines goods={goods} />
        {goods.notes && <p className="mt-6 whitespace-pre-line">{goods.notes}</p>}
        <p className="mt-16 w-64 border-t border-black pt-1 text-[8pt]">Counted by, date</p>
      </article>
    </PrintSheet>
  )
}

function Lines({ goods }: { goods: ReturnDetails }) {
  const cell = 'border-b border-black/30 py-1.5 pr-3 align-top'
  return (
    <>
      <table className="numbers mt-8 w-full border-collapse">
        <thead>
          <tr className="border-b-2 border-black text-left">
            <th className="py-1 pr-3">#</th>
            <th className="py-1 pr-3">SKU</th>
            <th className="py-1 pr-3">Description</th>
            <th className="py-1 pr-3 text-right">Quantity</th>
            <th className="py-1 pr-3">Condition</th>
            <th className="py-1">Disposition</th>
          </tr>
        </thead>
        <tbody>
          {goods.items.map((item) => (
            <tr key={item.id}>
              <td className={cell}>{item.lineNo}</td>
              <td className={cell}>{item.sku}</td>
              <td className={cell}>{item.name}</td>
              <td className={`${cell} text-right`}>
                {`${item.quantity.toLocaleString('en-US')} ${item.unitOfMeasure}`}
              </td>
              <td className={cell}>{item.condition ? conditionNames[item.condition] : '—'}</td>
              <td className={`${cell} pr-0`}>
                {item.disposition ? dispositionNames[item.disposition] : '—'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="numbers mt-3 flex justify-end gap-8 font-semibold">
        <span>Total</span>
        <span>{formatDecimal(goods.totalAmount)}</span>
      </p>
    </>
  )
}
