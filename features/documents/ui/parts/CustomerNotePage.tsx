import { customerNoteFields } from '#features/settings/document-texts.ts'
import { readSettings } from '#features/settings/contract.ts'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { readDocumentTextSample } from '../../contract.ts'
import { SamplePage } from '../sheet/SamplePage.tsx'
import { usePrintableTexts } from '../sheet/use-printable-texts.ts'

type CustomerNotePageProps = {
  customerId: number
  /** The note and our number in their system, as they are typed. */
  note: string
  supplierNumber: string
}

/** The confirmation of a customer's latest order, with a note that is not saved yet. */
export function CustomerNotePage({ customerId, note, supplierNumber }: CustomerNotePageProps) {
  const name = 'order-confirmation'
  const settings = useRead(readSettings)
  const sample = useRead(readDocumentTextSample, { query: { name, customerId } })
  const [printable = ''] = usePrintableTexts([note], customerNoteFields)
  const skeleton = <Skeleton className="h-96" />
  return (
    <Loaded read={settings} skeleton={skeleton}>
      {(company) => (
        <Loaded read={sample} skeleton={skeleton}>
          {(loaded) =>
            loaded.recordId === null ? (
              <p className="text-table text-muted">
                This customer has no order yet, so no page is shown.
              </p>
            ) : (
              <SamplePage
                name={name}
                sample={loaded}
                company={company}
                texts={{ supplierNumber, note: printable }}
              />
            )
          }
        </Loaded>
      )}
    </Loaded>
  )
}
