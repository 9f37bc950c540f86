import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { readActivity } from '#features/audit/activity-contract.ts'
import {
  changeSettings,
  documentTexts,
  readSettings,
  type Settings,
} from '#features/settings/contract.ts'
import { documentFields, type DocumentTexts } from '#features/settings/document-texts.ts'
import { emailTextNames, textNames } from '#features/settings/document-text-names.ts'
import { fieldsHint } from '#features/settings/text-placeholders.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { TextAreaField, TextField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useRead, useWrite } from '#platform/web/api-hooks.ts'
import { type DocumentName, documentKinds, readDocumentTextSample, sendables } from '../contract.ts'
import { DocumentTextPreview } from './parts/DocumentTextPreview.tsx'

type Texts = Record<string, string>
const toWire = (texts: Texts) => texts

type DocumentTextsFormProps = {
  name: DocumentName
  title: string
  settings: Settings
  onClose: () => void
}

/** The texts of one kind of document, with a preview on a real record while they are typed. */
export function DocumentTextsForm({ name, title, settings, onClose }: DocumentTextsFormProps) {
  const names = namesOf(name)
  const { above, below } = textNames[name]
  const email = emailNamesOf(name)
  const write = useWrite(changeSettings, {
    refreshes: [readSettings, readActivity],
    success: 'Texts updated successfully',
    failure: 'Failed to update the texts',
  })
  const before: Texts = Object.fromEntries(names.map((text) => [text, settings[text]]))
  const changed = (texts: Texts) => {
    const entries = Object.entries(texts).filter(([text, value]) => value !== before[text])
    return Object.fromEntries(entries) as Partial<DocumentTexts>
  }
  return (
    <FormDialog
      title={title}
      description={`On every ${documentKinds[name].name}`}
      schema={schemaOf(names)}
      values={before}
      toWire={toWire}
      size="form"
      submitLabel="Save texts"
      onClose={onClose}
      onSave={(texts, { idempotencyKey }) => write.run({ body: changed(texts), idempotencyKey })}
    >
      <div className="grid gap-4">
        <TextAreaField
          name={above}
          label="Text above the lines"
          hint={fieldsHint(documentFields[name])}
          rows={4}
        />
        <TextAreaField name={below} label="Text below the lines" rows={4} />
        {email && (
          <>
            <TextField
              name={email.subject}
              label="Email subject"
              hint="Empty: the usual subject. The same fields can be used."
            />
            <TextAreaField
              name={email.message}
              label="Email message"
              hint="Empty: the usual message. The company logo is added above it."
              rows={6}
            />
          </>
        )}
        <Preview name={name} />
      </div>
    </FormDialog>
  )
}

type EmailNames = { subject: keyof DocumentTexts; message: keyof DocumentTexts }

/** The settings of the email of a document; undefined if it is never sent. */
function emailNamesOf(name: DocumentName): EmailNames | undefined {
  const sendable = sendables.find((each) => each === name)
  return sendable && emailTextNames[sendable]
}

function namesOf(name: DocumentName): (keyof DocumentTexts)[] {
  const { above, below } = textNames[name]
  const email = emailNamesOf(name)
  return [above, below, ...(email ? [email.subject, email.message] : [])]
}

const schemaOf = (names: readonly (keyof DocumentTexts)[]) =>
  z.object(Object.fromEntries(names.map((text) => [text, documentTexts.shape[text]])))

/** The texts, filled in from the latest record, or from earlier ones. */
function Preview({ name }: { name: DocumentName }) {
  const [before, setBefore] = useState<number>()
  const read = useRead(readDocumentTextSample, { query: { name, before } })
  const texts = useWatch<Texts>({ name: namesOf(name) }) as string[]
  const fields = documentFields[name]
  return (
    <Loaded read={read} skeleton={<Skeleton className="h-24" />}>
      {({ recordId, title, values }) => (
        <div className="grid gap-3 rounded-control border border-line p-3">
          <div className="flex flex-wrap items-center gap-2">
            <h3 className="text-label flex-1">{`Preview${title && ` with ${title}`}`}</h3>
            {recordId !== null && (
              <Button size="small" onClick={() => setBefore(recordId)}>
                Earlier record
              </Button>
            )}
            {before !== undefined && (
              <Button size="small" onClick={() => setBefore(undefined)}>
                Latest record
              </Button>
            )}
          </div>
          {recordId === null && <p className="text-table text-muted">No record to fill in.</p>}
          {texts.map((text, place) => (
            <DocumentTextPreview
              key={previewLabels[place]}
              label={previewLabels[place] ?? ''}
              text={text}
              fields={fields}
              values={values}
              empty={place < 2 ? 'Nothing is printed.' : 'The usual text is sent.'}
            />
          ))}
        </div>
      )}
    </Loaded>
  )
}

const previewLabels = ['Above the lines', 'Below the lines', 'Email subject', 'Email message']
