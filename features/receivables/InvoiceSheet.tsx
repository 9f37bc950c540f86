import { type Day, formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Barcode } from '#platform/ui/Barcode.tsx'
import { PrintSheet } from '#platform/ui/PrintSheet.tsx'
import type { InvoiceDetails } from './contract.ts'

/** The invoice on paper: whom it charges, for what, and until when it is to be paid. */
export function InvoiceSheet({ invoice }: { invoice: InvoiceDetails }) {
  const { invoiceNumber, customerName, customerCode, billingAddress } = invoice
  return (
    <PrintSheet>
      <article className="text-[10pt] leading-snug text-black">
        <header className="flex justify-between gap-8">
          <h1 className="text-[18pt] font-semibold">Invoice</h1>
          <Barcode text={invoiceNumber} />
        </header>
        <div className="mt-6 grid grid-cols-2 gap-8">
          <section className="border border-black p-3">
            <h2 className="text-[8pt] uppercase">Bill to</h2>
            <p className="font-semibold">{`${customerName} (${customerCode})`}</p>
            <p className="whitespace-pre-line">{billingAddress}</p>
          </section>
          <PaperFacts invoice={invoice} />
        </div>
        {invoice.lines.length > 0 && <PaperLines invoice={invoice} />}
        <Sums invoice={invoice} />
      </article>
    </PrintSheet>
  )
}

function PaperFacts({ invoice }: { invoice: InvoiceDetails }) {
  const day = (text: string) => formatDay(text as Day)
  const { docDate, dueDate, paymentTerms, orderNumber, customerPO, discountDate } = invoice
  const facts = [
    ['Date', day(docDate)],
    ['Due', day(dueDate)],
    ['Terms', paymentTerms],
    ['Our order', orderNumber ?? '—'],
    ['Your order', customerPO ?? '—'],
  ]
  return (
    <dl className="numbers grid h-fit grid-cols-[auto_1fr] gap-x-4">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {discountDate && (
        <div className="contents">
          <dt>Discount</dt>
          <dd>{`${formatDecimal(invoice.discountAmount)} until ${day(discountDate)}`}</dd>
        </div>
      )}
    </dl>
  )
}

function PaperLines({ invoice }: { invoice: InvoiceDetails }) {
  const cell = 'border-b border-black/30 py-1.5 pr-3 align-top'
  return (
    <table className="numbers mt-8 w-full border-collapse">
      <thead>
        <tr className="border-b-2 border-black text-left">
          <th className="py-1 pr-3">SKU</th>
          <th className="py-1 pr-3">Description</th>
          <th className="py-1 pr-3 text-right">Quantity</th>
          <th className="py-1 pr-3 text-right">Price</th>
          <th className="py-1 text-right">Amount</th>
        </tr>
      </thead>
      <tbody>
        {invoice.lines.map((line) => (
          <tr key={line.id}>
            <td className={cell}>{line.sku}</td>
            <td className={cell}>{line.name}</td>
            <td className={`${cell} text-right`}>
              {`${line.quantity.toLocaleString('en-US')} ${line.unitOfMeasure}`}
            </td>
            <td className={`${cell} text-right`}>{formatDecimal(line.unitPrice)}</td>
            <td className={`${cell} pr-0 text-right`}>{formatDecimal(line.totalPrice)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Goods, tax and freight, what they come to, and what is still to be paid. */
function Sums({ invoice }: { invoice: InvoiceDetails }) {
  const { goods, tax, freight, total, openAmount } = invoice
  const sums = [
    ['Goods', goods],
    ['Tax', tax],
    ['Freight', freight],
    ['Total', total],
    ['To be paid', openAmount],
  ] as const
  return (
    <dl className="numbers mt-4 ml-auto grid w-fit grid-cols-[auto_auto] gap-x-8 text-right">
      {sums.map(([name, amount]) => (
        <div key={name} className="contents">
          <dt>{name}</dt>
          <dd className={name === 'Total' ? 'font-semibold' : ''}>{formatDecimal(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}
