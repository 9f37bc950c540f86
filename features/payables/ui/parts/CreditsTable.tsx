import { Ban, BookOpen, HandCoins, ReceiptText, Undo2 } from 'lucide-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { VendorLink, vendorByCode } from '#features/vendors/ui/parts/VendorLink.tsx'
import { useMay, useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { vendorFilter } from '#features/vendors/ui/parts/vendor-filter.ts'
import { formatDay } from '#platform/kernel/days.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { groupsOf } from '#platform/ui/table/groups/declared-groups.ts'
import { useWrite } from '#platform/web/api-hooks.ts'
import type { RowAction } from '#platform/ui/table/TableRow.tsx'
import type { ListState } from '#platform/web/list-state.ts'
import {
  type VendorCredit,
  listVendorCredits,
  sumVendorCredits,
  unapplyVendorCredit,
  vendorCreditList,
} from '../../contract.ts'
import { billReads } from '../use-bill-writes.ts'

const ApplyCredit = lazyPart(async () => (await import('../ApplyCredit.tsx')).ApplyCredit)
const VoidCredit = lazyPart(async () => (await import('../VoidCredit.tsx')).VoidCredit)
const EnterVendorCredit = lazyPart(
  async () => (await import('../EnterVendorCredit.tsx')).EnterVendorCredit,
)

const columns = columnsOf(vendorCreditList, {
  vendorId: { text: vendorByCode, cell: (credit) => <VendorLink of={credit} byCode /> },
  reason: { text: forText, cell: forText },
  postedOn: ({ postedOn }) => formatDay(postedOn),
})

const filters = filtersOf(vendorCreditList, { vendorCode: vendorFilter })

const groups = groupsOf(vendorCreditList, {
  endpoint: sumVendorCredits,
  what: 'credit',
  amountLabel: 'Open',
})

type CreditsTableProps = { list: ListState; vendor?: { id: number; code: string; name: string } }

/** The credits of all vendors or of one, with their actions and the entry form. */
export function CreditsTable({ list, vendor }: CreditsTableProps) {
  const may = useMay()
  const [applied, setApplied] = useState<VendorCredit>()
  const [voided, setVoided] = useState<VendorCredit>()
  const [isNew, setNew] = useState(false)
  const actionsOf = useCreditActions(setApplied, setVoided)
  const enter = may('payables.enter') ? () => setNew(true) : undefined
  return (
    <>
      {!vendor && (
        <ListViews name={vendorCreditList.name} list={list} views={vendorCreditList.views} />
      )}
      <DataTable
        name={vendorCreditList.name}
        title="Credits"
        endpoint={listVendorCredits}
        list={list}
        {...(vendor ? { fixed: { vendorId: vendor.id } } : { groups })}
        columns={vendor ? columns.filter(({ id }) => id !== 'vendorId') : columns}
        filters={vendor ? [] : filters}
        codeOf={(credit) => credit.creditNumber}
        actionsOf={actionsOf}
        {...(enter && {
          onAdd: enter,
          primary: (
            <Button kind="primary" icon={ReceiptText} onClick={enter}>
              Enter credit
            </Button>
          ),
        })}
        empty={
          <p className="text-muted">No credits yet. A completed return to a vendor creates one.</p>
        }
      />
      {applied && <ApplyCredit credit={applied} onClose={() => setApplied(undefined)} />}
      {voided && <VoidCredit credit={voided} onClose={() => setVoided(undefined)} />}
      {isNew && <EnterVendorCredit vendor={vendor} onClose={() => setNew(false)} />}
    </>
  )
}

/** The actions of one credit, each with the reason if it is not available. */
function useCreditActions(
  apply: (credit: VendorCredit) => void,
  askVoid: (credit: VendorCredit) => void,
): (credit: VendorCredit) => readonly RowAction[] {
  const whyNot = useWhyNot()
  const navigate = useNavigate()
  const unapply = useWrite(unapplyVendorCredit, {
    refreshes: billReads,
    success: 'Reversed. The bills are open again',
    failure: 'Failed to reverse the application',
  })
  return (credit) => [
    {
      label: 'Apply…',
      icon: HandCoins,
      isInline: true,
      whyNot:
        whyNot('payables.pay') ?? (isSome(credit.openAmount) ? undefined : 'It has no open amount'),
      run: () => apply(credit),
    },
    {
      label: 'Reverse applications',
      icon: Undo2,
      whyNot:
        whyNot('payables.pay') ??
        (isSome(credit.appliedAmount) ? undefined : 'It is not applied to any bill'),
      run: () => void unapply.tryRun({ params: { id: credit.id }, ifMatch: credit.version }),
    },
    {
      label: 'Void…',
      icon: Ban,
      whyNot: whyNot('payables.enter') ?? whyNotVoid(credit),
      run: () => askVoid(credit),
    },
    {
      label: 'Journal entry',
      icon: BookOpen,
      whyNot: whyNot('ledger.read'),
      run: () => {
        const search = { 'f.source': 'vendor_credit', 'f.sourceId': String(credit.id) }
        void navigate({ to: '/journal', search })
      },
    },
  ]
}

function whyNotVoid({ status, appliedAmount }: VendorCredit): string | undefined {
  if (status === 'void') return 'This credit is void'
  return isSome(appliedAmount) ? 'It is applied to a bill. Reverse that first' : undefined
}

const isSome = (amount: string) => /[1-9]/.test(amount)

function forText({ returnNumber, reason, status }: VendorCredit): string {
  const text = returnNumber ? `Return ${returnNumber}` : (reason ?? '')
  return status === 'void' ? `Void: ${text}` : text
}
