import { BookOpen, ReceiptText } from 'lucide-react'
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
import type { RowAction } from '#platform/ui/table/TableRow.tsx'
import type { ListState } from '#platform/web/list-state.ts'
import { searchText } from '#platform/web/query-string.ts'
import {
  type VendorCredit,
  listVendorCredits,
  sumVendorCredits,
  vendorCreditList,
} from '../../contract.ts'
import { type CreditDialogStep, useCreditSteps } from '../credits/use-credit-steps.ts'

const ApplyCredit = lazyPart(async () => (await import('../credits/ApplyCredit.tsx')).ApplyCredit)
const VoidCredit = lazyPart(async () => (await import('../credits/VoidCredit.tsx')).VoidCredit)
const EnterVendorCredit = lazyPart(
  async () => (await import('../credits/EnterVendorCredit.tsx')).EnterVendorCredit,
)
const VendorCreditDetails = lazyPart(
  async () => (await import('../credits/VendorCreditDetails.tsx')).VendorCreditDetails,
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

/** The credits of all vendors or of one, with their details, actions and the entry form. */
export function CreditsTable({ list, vendor }: CreditsTableProps) {
  const may = useMay()
  const open = Number(list.search.open)
  const [requested, setRequested] = useState<{ step: CreditDialogStep; credit: VendorCredit }>()
  const [isNew, setNew] = useState(false)
  const actionsOf = useCreditActions((step, credit) => setRequested({ step, credit }))
  // Credit numbers are unique only per vendor, so the URL contains the id. Closing does not change
  // the page's tab.
  const close = () => list.closePart({ open: undefined, part: undefined, full: undefined })
  const closeDialog = () => setRequested(undefined)
  const fixed = { ...(vendor && { vendorId: vendor.id }) }
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
        fixed={fixed}
        {...(!vendor && { groups })}
        columns={vendor ? columns.filter(({ id }) => id !== 'vendorId') : columns}
        filters={vendor ? [] : filters}
        codeOf={(credit) => credit.creditNumber}
        hrefOf={({ id }) => '/ap-reports' + searchText({ tab: 'credits', open: String(id) })}
        onOpen={({ id }) => list.change({ open: String(id) }, 'push')}
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
      {open > 0 && <VendorCreditDetails id={open} list={list} fixed={fixed} onClose={close} />}
      {requested?.step === 'apply' && (
        <ApplyCredit credit={requested.credit} onClose={closeDialog} />
      )}
      {requested?.step === 'void' && <VoidCredit credit={requested.credit} onClose={closeDialog} />}
      {isNew && <EnterVendorCredit vendor={vendor} onClose={() => setNew(false)} />}
    </>
  )
}

/** The actions of one credit in the list: its steps, and its entry in the journal. */
function useCreditActions(
  request: (step: CreditDialogStep, credit: VendorCredit) => void,
): (credit: VendorCredit) => readonly RowAction[] {
  const whyNot = useWhyNot()
  const navigate = useNavigate()
  const stepsOf = useCreditSteps(request)
  return (credit) => [
    ...stepsOf(credit),
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

function forText({ returnNumber, reason, status }: VendorCredit): string {
  const text = returnNumber ? `Return ${returnNumber}` : (reason ?? '')
  return status === 'void' ? `Void: ${text}` : text
}
