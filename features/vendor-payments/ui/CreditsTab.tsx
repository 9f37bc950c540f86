import { CreditsTable } from '#features/payables/ui/parts/CreditsTable.tsx'
import { useLocalList } from '#platform/web/list-state.ts'

type CreditsTabProps = { vendor: { id: number; vendorCode: string; name: string } }

/** A vendor's credits, with the bills they were applied to. */
export function CreditsTab({ vendor }: CreditsTabProps) {
  const { id, vendorCode: code, name } = vendor
  return <CreditsTable list={useLocalList()} vendor={{ id, code, name }} />
}
