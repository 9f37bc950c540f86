import { Ban, HandCoins, Undo2 } from 'lucide-react'
import { useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import type { RowAction } from '#platform/ui/table/TableRow.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { type VendorCredit, unapplyVendorCredit } from '../../contract.ts'
import { whyNotCreditStep } from '../../rules.ts'
import { billReads } from '../use-bill-writes.ts'

/** A step of a credit that opens a dialog first. */
export type CreditDialogStep = 'apply' | 'void'

/** The steps of a vendor credit, each with the reason if it is not available. */
export function useCreditSteps(
  request: (step: CreditDialogStep, credit: VendorCredit) => void,
): (credit: VendorCredit) => readonly RowAction[] {
  const whyNot = useWhyNot()
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
      isNextStep: true,
      whyNot: whyNot('payables.pay') ?? whyNotCreditStep(credit, 'apply'),
      run: () => request('apply', credit),
    },
    {
      label: 'Reverse applications',
      icon: Undo2,
      isBusy: unapply.isPending,
      whyNot: whyNot('payables.pay') ?? whyNotCreditStep(credit, 'unapply'),
      run: () => void unapply.tryRun({ params: { id: credit.id }, ifMatch: credit.version }),
    },
    {
      label: 'Void…',
      icon: Ban,
      whyNot: whyNot('payables.enter') ?? whyNotCreditStep(credit, 'void'),
      run: () => request('void', credit),
    },
  ]
}
