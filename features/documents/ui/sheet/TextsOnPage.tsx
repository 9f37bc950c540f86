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

type TextsOnPageProps = {
  name: DocumentName
  sample: DocumentTextSample
  company: Settings
  /** The texts that are not saved yet. */
  above: string
  below: string
}

/** The page of a record as it will be printed with texts that are not saved yet. */
export function TextsOnPage({ name, sample, company, above, below }: TextsOnPageProps) {
  // A statement may have hundreds of rows: they are drawn after the typed character.
  const drawnAbove = useDeferredValue(above)
  const drawnBelow = useDeferredValue(below)
  const { paper, values, customer } = sample
  const read = useMemo(() => filedPaper.safeParse(paper), [paper])
  const content = useMemo(() => {
    if (!read.success) return undefined
    const names = textNames[name]
    const settings = { ...company, [names.above]: drawnAbove, [names.below]: drawnBelow }
    const draft = { ...read.data, kind: name, fields: values, customerId: null }
    return withOwnTexts(draft, { settings, customer: customer ?? undefined })
  }, [name, company, read, values, customer, drawnAbove, drawnBelow])
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
