import { useEffect, useRef } from 'react'
import { Alert } from '../Alert.tsx'
import { Button } from '../Button.tsx'

export type ConflictProps = {
  rows: readonly { name: string; theirs: string; mine: string }[]
  onTakeTheirs: () => void
  onKeepMine: () => void
  labels: ReadonlyMap<string, string>
}

/** Someone else saved the record first: what differs, and the choice. Nothing is lost silently. */
export function Conflict({ rows, onTakeTheirs, onKeepMine, labels }: ConflictProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div className="mb-4">
      <Alert
        ref={box}
        tone="warning"
        title="Someone else changed this record while you were editing"
        actions={
          <>
            <Button size="small" onClick={onTakeTheirs}>
              Take theirs
            </Button>
            <Button size="small" onClick={onKeepMine}>
              Keep mine
            </Button>
          </>
        }
      >
        <p>Nothing is saved yet. Choose what to go on with, then save again.</p>
        {rows.length > 0 && (
          <table className="text-table mt-2 w-full text-left">
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Theirs</th>
                <th scope="col">Mine</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.name} className="align-top">
                  <th scope="row" className="pr-3 font-semibold">
                    {(labels.get(row.name) ?? row.name).replace(' *', '')}
                  </th>
                  <td className="pr-3">{row.theirs || '(empty)'}</td>
                  <td>{row.mine || '(empty)'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Alert>
    </div>
  )
}
