import { useEffect, useRef } from 'react'
import { Button } from '../../buttons/Button.tsx'

export type TextFilterFormProps = {
  label: string
  value: string | undefined
  onSet: (text: string) => void
}

/** The input of a text filter. */
export function TextFilterForm({ label, value, onSet }: TextFilterFormProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSet(input.current?.value ?? '')
      }}
    >
      <label className="text-label">
        {label}
        <input ref={input} defaultValue={value} className="control mt-1" />
      </label>
      <div className="mt-3 flex justify-end gap-2">
        {value && (
          <Button size="small" onClick={() => onSet('')}>
            Clear
          </Button>
        )}
        <Button kind="primary" size="small" type="submit">
          Apply
        </Button>
      </div>
    </form>
  )
}
