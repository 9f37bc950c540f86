import { memo, useDeferredValue, useMemo } from 'react'
import type { Settings } from '#features/settings/contract.ts'
import { textNames } from '#features/settings/document-text-names.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { ScrollRegion } from '#platform/ui/page/ScrollRegion.tsx'
import type { DocumentName, DocumentTextSample } from '../../contract.ts'
import { filedPaper } from '../../printed-document-schema.ts'
import { withOwnTexts } from '../../texts-on-documents.ts'
import { ScaledPaper } from './ScaledPaper.tsx'
import { SheetPage } from './SheetPage.tsx'

type SamplePageProps = {
  name: DocumentName
  sample: DocumentTextSample
  company: Settings
  /** The texts as they are typed; by default those that are saved. */
  texts: { above?: string; below?: string; supplierNumber?: string; note?: string }
}

/** The page of a record as it will be printed with texts that are not saved yet. */
export function SamplePage({ name, sample, company, texts }: SamplePageProps) {
  const { paper, values, customer } = sample
  const names = textNames[name]
  // A statement may have hundreds of rows: they are drawn after the typed character.
  const above = useDeferredValue(texts.above ?? company[names.above])
  const below = useDeferredValue(texts.below ?? company[names.below])
  const supplierNumber = useDeferredValue(texts.supplierNumber ?? customer?.supplierNumber ?? null)
  const documentNote = useDeferredValue(texts.note ?? customer?.documentNote ?? null)
  const read = useMemo(() => filedPaper.safeParse(paper), [paper])
  const content = useMemo(() => {
    if (!read.success) return undefined
    const settings = { ...company, [names.above]: above, [names.below]: below }
    const draft = { ...read.data, kind: name, fields: values, customerId: null }
    return withOwnTexts(draft, {
      settings,
      customer: customer ? { ...customer, supplierNumber, documentNote } : undefined,
    })
  }, [name, names, company, read, values, customer, above, below, supplierNumber, documentNote])
  if (!content) {
    return <Alert>This page comes from a newer version of the program. Reload the page.</Alert>
  }
  return (
    <ScrollRegion
      label={`Printed page of ${sample.title}`}
      className="rounded-control border border-line lg:max-h-[60dvh] lg:overflow-y-scroll"
    >
      <ScaledPaper paperSize={company.paperSize}>
        <Page content={content} company={company} />
      </ScaledPaper>
    </ScrollRegion>
  )
}

const Page = memo(SheetPage)
