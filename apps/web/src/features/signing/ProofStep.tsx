import { useQueryClient } from '@tanstack/react-query'
import type { Proof, Signing, SigningAct } from '@tessera/contract'
import { Button, Form, Input, type InputRef } from 'antd'
import { type ReactNode, useId, useRef, useState } from 'react'
import { needsFreshToken } from '../../lib/api-error.ts'
import { useFormat } from '../../lib/format.ts'
import { useErrorText, usePhrases } from '../../lib/i18n.ts'
import { useMutation } from '../../lib/mutation.ts'
import { ErrorNote } from '../../ui/index.ts'
import { askPasskey, knowsPasskeys } from './api.ts'
import { NoPasskeys } from './NoPasskeys.tsx'
import { signingPhrases } from './phrases.ts'
import { isPinError } from './pin-error.ts'

interface Props {
  signing: Signing
  /** Returns the act that the proof is for, or undefined if the rest of the form is invalid. */
  act: () => Promise<SigningAct | undefined>
  onProved: (proof: Proof) => Promise<unknown>
  pinText: string
  passkeyText: string
  isDisabled?: boolean
  isDanger?: boolean
  /** Additional content that is shown beside the buttons. */
  children?: ReactNode
}

/** Asks the user for a PIN or passkey, and passes the proof to the caller. */
export function ProofStep(props: Props) {
  const { signing, act, onProved, isDisabled = false, isDanger = false } = props
  const t = usePhrases(signingPhrases)
  const say = useErrorText()
  const client = useQueryClient()
  const fieldId = useId()
  const field = useRef<InputRef>(null)
  const [pin, setPin] = useState('')
  const [isMissing, setMissing] = useState(false)
  const prove = useMutation({
    mutationFn: async (by: 'pin' | 'passkey') => {
      const what = await act()
      if (what) await onProved(by === 'pin' ? { pin } : await askPasskey(what))
    },
    onError: () => field.current?.focus(),
    onSettled: () => {
      setPin('')
      return client.invalidateQueries({ queryKey: ['signing'] })
    },
  })
  const { error } = prove
  const isOfPin = isPinError(error)
  const withPasskey = signing.passkeys > 0 && signing.passkeyHost !== null && knowsPasskeys()
  const complaint = isMissing ? t('proof.pin.required') : isOfPin ? say(error) : null
  const submit = () => {
    setMissing(pin === '')
    if (pin === '') field.current?.focus()
    if (pin !== '' && !prove.isPending) prove.mutate('pin')
  }

  return (
    <form
      className="t-stack"
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        submit()
      }}
    >
      <Warnings signing={signing} />
      {signing.hasPin && (
        <Form.Item
          label={t('proof.pin')}
          htmlFor={fieldId}
          layout="vertical"
          {...(complaint
            ? {
                validateStatus: 'error',
                help: (
                  <span role="alert" id={`${fieldId}-why`}>
                    {complaint}
                  </span>
                ),
              }
            : {})}
        >
          <Input.Password
            id={fieldId}
            ref={field}
            aria-describedby={complaint ? `${fieldId}-why` : undefined}
            className="signing-field"
            value={pin}
            autoComplete="off"
            aria-invalid={complaint !== null}
            disabled={isDisabled || signing.lockedUntil !== null}
            onChange={({ target }) => {
              setPin(target.value)
              setMissing(false)
            }}
          />
        </Form.Item>
      )}
      {!isOfPin && !needsFreshToken(error) && <ErrorNote error={error} />}
      <div className="t-row">
        {signing.hasPin && (
          <Button
            type="primary"
            size="large"
            htmlType="submit"
            danger={isDanger}
            loading={prove.isPending && prove.variables === 'pin'}
            disabled={isDisabled || signing.lockedUntil !== null}
          >
            {props.pinText}
          </Button>
        )}
        {withPasskey && (
          <Button
            size="large"
            type={signing.hasPin ? 'default' : 'primary'}
            danger={isDanger}
            loading={prove.isPending && prove.variables === 'passkey'}
            disabled={isDisabled}
            onClick={() => prove.mutate('passkey')}
          >
            {props.passkeyText}
          </Button>
        )}
        {props.children}
      </div>
      {signing.passkeys > 0 && <NoPasskeys signing={signing} />}
    </form>
  )
}

/** Warns that the PIN is locked, or that attempts have failed. */
function Warnings({ signing: { wrongTries, lockedUntil } }: { signing: Signing }) {
  const t = usePhrases(signingPhrases)
  const format = useFormat()
  if (lockedUntil) return <p role="status">{t('proof.lockedUntil', { time: format.dateTime(lockedUntil) })}</p>
  if (wrongTries === 0) return null
  return (
    <p role="status" className="t-soft">
      {t('proof.wrongTries', { count: wrongTries })}
    </p>
  )
}
