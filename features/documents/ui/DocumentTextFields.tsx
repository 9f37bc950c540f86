import { type ReactNode, useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { documentFields } from '#features/settings/document-texts.ts'
import { textNames } from '#features/settings/document-text-names.ts'
import { fieldMistake, fieldsHint } from '#features/settings/text-placeholders.ts'
import { TextAreaField, TextField } from '#platform/ui/form/Fields.tsx'
import type { DocumentName } from '../contract.ts'
import { emailTextsOf } from './texts-of-document.ts'

/** The inputs of the texts of a document; a mistake in a field is shown while it is typed. */
export function DocumentTextFields({ name }: { name: DocumentName }) {
  const { above, below } = textNames[name]
  const email = emailTextsOf(name)
  const fields = documentFields[name]
  return (
    <div className="grid gap-4">
      <WithMistake name={above} fields={fields}>
        <TextAreaField
          name={above}
          label="Text above the lines"
          hint={fieldsHint(fields)}
          rows={4}
        />
      </WithMistake>
      <WithMistake name={below} fields={fields}>
        <TextAreaField name={below} label="Text below the lines" rows={4} />
      </WithMistake>
      {email && (
        <>
          <WithMistake name={email.subject} fields={fields}>
            <TextField
              name={email.subject}
              label="Email subject"
              hint="Empty: the usual subject. The same fields can be used."
            />
          </WithMistake>
          <WithMistake name={email.message} fields={fields}>
            <TextAreaField
              name={email.message}
              label="Email message"
              hint="Empty: the usual message. The company logo is added above it."
              rows={6}
            />
          </WithMistake>
        </>
      )}
    </div>
  )
}

type WithMistakeProps = {
  name: string
  /** The fields that the text may use. */
  fields: readonly string[]
  children: ReactNode
}

/** An input, and below it the mistake in its text, until the input itself says it after a save. */
function WithMistake({ name, fields, children }: WithMistakeProps) {
  const text = usePausedText(useWatch({ name }) as string)
  const { formState } = useFormContext()
  const mistake = formState.errors[name] ? undefined : fieldMistake(text, fields)
  return (
    <div>
      {children}
      <p role="status" className="text-table text-danger not-empty:mt-1">
        {mistake}
      </p>
    </div>
  )
}

/** So long nothing is typed before a mistake is shown: a field is wrong until it is complete. */
const pauseMs = 400

/** The text once nobody has typed for a moment. */
function usePausedText(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
