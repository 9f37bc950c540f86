import { useDeferredValue, useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { Settings } from '#features/settings/contract.ts'
import type { CompanyProfile } from '#features/settings/rules.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { readDocumentTextSample } from '../contract.ts'

const SamplePage = lazyPart(
  async () => (await import('./sheet/SamplePage.tsx')).SamplePage,
  <Skeleton className="h-96" />,
)

type CompanyPagePreviewProps = { settings: Settings }

/** A button for the page of the latest invoice, with the company profile as it is typed. */
export function CompanyPagePreview({ settings }: CompanyPagePreviewProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="grid grid-cols-[minmax(0,51rem)] gap-3">
      <Button
        className="justify-self-start"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        Preview latest invoice
      </Button>
      {isOpen && <InvoicePage settings={settings} />}
    </div>
  )
}

function InvoicePage({ settings }: CompanyPagePreviewProps) {
  const read = useRead(readDocumentTextSample, { query: { name: 'invoice' } })
  const typed = useWatch<CompanyProfile>()
  // The form has the fields of the company profile, all of them with a value.
  const company = useMemo(() => ({ ...settings, ...typed }) as Settings, [settings, typed])
  const drawn = useDeferredValue(company)
  return (
    <Loaded read={read} skeleton={<Skeleton className="h-96" />}>
      {(sample) =>
        sample.recordId === null ? (
          <p className="text-table text-muted">There is no invoice yet, so no page is shown.</p>
        ) : (
          <SamplePage name="invoice" sample={sample} company={drawn} texts={savedTexts} />
        )
      }
    </Loaded>
  )
}

const savedTexts = {}
