import { clsx } from 'clsx'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useState } from 'react'

type PasswordInputProps = Omit<ComponentProps<'input'>, 'type'>

/** Password field with a show/hide button and a caps-lock warning; pasting is allowed. */
export function PasswordInput({ name = 'password', ...props }: PasswordInputProps) {
  const [isShown, setIsShown] = useState(false)
  const [hasCapsLock, setHasCapsLock] = useState(false)
  const updateCapsLock = (event: KeyboardEvent) =>
    setHasCapsLock(event.getModifierState('CapsLock'))
  const Icon = isShown ? EyeOff : Eye
  return (
    <>
      <div className="relative">
        <input
          {...props}
          name={name}
          required
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          onKeyDown={updateCapsLock}
          onKeyUp={updateCapsLock}
          onBlur={() => setHasCapsLock(false)}
          className="control pr-11"
        />
        <button
          type="button"
          onClick={() => setIsShown(!isShown)}
          className={clsx(
            'absolute top-1/2 right-1 grid size-7 -translate-y-1/2 place-items-center',
            'rounded-control text-muted hover:bg-hover pointer-coarse:size-10',
          )}
        >
          <span className="sr-only">{isShown ? 'Hide password' : 'Show password'}</span>
          <Icon aria-hidden size={16} strokeWidth={1.75} />
        </button>
      </div>
      <p role="status" className="text-caption text-warning">
        {hasCapsLock ? 'Caps lock is on' : ''}
      </p>
    </>
  )
}
