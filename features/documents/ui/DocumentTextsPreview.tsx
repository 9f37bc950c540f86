import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { Settings } from '#features/settings/contract.ts'
import { documentFields } from '#features/settings/document-texts.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import {
  type DocumentName,
  documentKinds,
  type DocumentTextSample,
  readDocumentTextSample,
} from '../contract.ts'
import { DocumentTextPreview } from './parts/DocumentTextPreview.tsx'
import { usePrintableTexts } from './sheet/use-printable-texts.ts'
import { textsOfDocument } from './texts-of-document.ts'

const SamplePage = lazyPart(
  async () => (await import('./sheet/SamplePage.tsx')).SamplePage,
  <Skeleton className="h-96" />,
)

type DocumentTextsPreviewProps = { name: DocumentName; settings: Settings }

/** The page of the latest record, or of an earlier one, and its email, with the typed texts. */
export function DocumentTextsPreview({ name, settings }: DocumentTextsPreviewProps) {
  const [before, setBefore] = useState<number>()
  const read = useRead(readDocumentTextSample, { query: { name, before } })
  const sample = useLastSample(read.data)
  const fields = documentFields[name]
  const typed = useWatch<Record<string, string>>({ name: textsOfDocument(name) }) as string[]
  const [above = '', below = '', ...email] = usePrintableTexts(typed, fields)
  const { error, isPending, isFetching, refetch } = read
  const shown = { data: sample, error, isPending: isPending && !sample, isFetching, refetch }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-control border border-line p-3">
      <PreviewHeader sample={sample} before={before} onChoose={setBefore} />
      <Loaded read={shown} skeleton={<Skeleton className="h-96" />}>
        {(loaded) => (
          <>
            {loaded.recordId === null ? (
              <TextsWithoutPage
                name={name}
                texts={[above, below]}
                isEarlier={before !== undefined}
              />
            ) : (
              <SamplePage name={name} sample={loaded} company={settings} texts={{ above, below }} />
            )}
            {email.map((text, place) => (
              <DocumentTextPreview
                key={emailLabels[place]}
                label={emailLabels[place] ?? ''}
                text={text}
                fields={fields}
                values={loaded.values}
                empty="The usual text is sent."
              />
            ))}
          </>
        )}
      </Loaded>
    </div>
  )
}

const emailLabels = ['Email subject', 'Email message']

type PreviewHeaderProps = {
  sample: DocumentTextSample | undefined
  before: number | undefined
  onChoose: (before: number | undefined) => void
}

/** Which record is shown, with buttons for others. A disabled button does not lose the focus. */
function PreviewHeader({ sample, before, onChoose }: PreviewHeaderProps) {
  const recordId = sample?.recordId ?? null
  const hasRecords = recordId !== null || before !== undefined
  return (
    <div className="flex flex-wrap items-center gap-2">
      <h3 className="text-label flex-1">
        {sample?.title ? `Preview with ${sample.title}` : 'Preview'}
      </h3>
      {hasRecords && (
        <>
          <Button
            size="small"
            whyNot={recordId === null ? 'There is no earlier record' : undefined}
            onClick={() => recordId !== null && onChoose(recordId)}
          >
            Earlier record
          </Button>
          <Button
            size="small"
            whyNot={before === undefined ? 'This is the latest record' : undefined}
            onClick={() => onChoose(undefined)}
          >
            Latest record
          </Button>
        </>
      )}
    </div>
  )
}

type TextsWithoutPageProps = {
  name: DocumentName
  texts: readonly string[]
  /** True if the person went past the first record. */
  isEarlier: boolean
}

/** The texts alone, because no record has a page for them; their fields are not filled in. */
function TextsWithoutPage({ name, texts, isEarlier }: TextsWithoutPageProps) {
  const sentence = isEarlier
    ? 'There is no earlier record.'
    : `There is no ${documentKinds[name].name} yet, so no page is shown.`
  return (
    <>
      <p className="text-table text-muted">{`${sentence} Fields are not filled in.`}</p>
      {texts.map((text, place) => (
        <DocumentTextPreview
          key={pageLabels[place]}
          label={pageLabels[place] ?? ''}
          text={text}
          fields={documentFields[name]}
          values={noValues}
        />
      ))}
    </>
  )
}

const pageLabels = ['Above the lines', 'Below the lines']
const noValues = {}

/** The last record that was read, while another one is. */
function useLastSample(read: DocumentTextSample | undefined): DocumentTextSample | undefined {
  const [last, setLast] = useState(read)
  if (read && read !== last) setLast(read)
  return read ?? last
}
