import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useMay, useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { useLocalList } from '#platform/web/list-state.ts'
import { PartnersTable } from './PartnersTable.tsx'

const PartnerForm = lazyPart(async () => (await import('./PartnerForm.tsx')).PartnerForm)

/** The EDI partners of one customer. */
export function PartnersTab({ customer }: { customer: { id: number; name: string } }) {
  const list = useLocalList()
  const [isNew, setIsNew] = useState(false)
  const may = useMay()
  const whyNot = useWhyNot()('edi.manage')
  if (!may('edi.read')) {
    return <p className="text-body text-muted">Your role cannot see EDI files.</p>
  }
  return (
    <>
      <PartnersTable
        list={list}
        fixed={{ customerId: String(customer.id) }}
        primary={
          <Button icon={Plus} whyNot={whyNot} onClick={() => setIsNew(true)}>
            New EDI partner
          </Button>
        }
      />
      {isNew && <PartnerForm customer={customer} onClose={() => setIsNew(false)} />}
    </>
  )
}
