import { PARTY_NAME_EN, PARTY_NAME_MAX } from '@tessera/contract'
import { Form, Input } from 'antd'
import { usePhrases } from '../../../lib/i18n.ts'
import { PictureField } from '../../../ui/PictureField.tsx'
import { partyPhrases } from '../phrases.ts'
import type { Taken } from './use-duplicate-error.ts'

interface Props {
  /** Whether the party is being created. The id of an existing party can no longer be changed. */
  isNew: boolean
  picture?: string | undefined
  taken: Taken
  /** Called when a field loses focus. */
  onLeave?: () => void
}

/** The fields for a party: name, English name, id and avatar. */
export function PartyFields({ isNew, picture, taken, onLeave }: Props) {
  const t = usePhrases(partyPhrases)
  return (
    <>
      <Form.Item
        name={['name', 'cn']}
        label={t('partyName')}
        rules={[
          { required: true, whitespace: true, max: PARTY_NAME_MAX, message: t('partyNameInvalid') },
          taken.ruleFor('cn'),
        ]}
      >
        <Input size="large" maxLength={PARTY_NAME_MAX} autoComplete="off" onBlur={onLeave} />
      </Form.Item>
      <Form.Item
        name={['name', 'en']}
        label={t('partyEnglishName')}
        extra={t('partyEnglishNameHelp')}
        rules={[
          { required: true, pattern: PARTY_NAME_EN, max: PARTY_NAME_MAX, message: t('partyEnglishNameInvalid') },
          taken.ruleFor('en'),
        ]}
      >
        <Input size="large" maxLength={PARTY_NAME_MAX} autoComplete="off" onBlur={onLeave} />
      </Form.Item>
      <Form.Item
        name="id"
        label={t('partyId')}
        extra={isNew ? t('partyIdHelp') : undefined}
        rules={[{ required: true, pattern: /^[1-9]\d{0,8}$/, message: t('partyIdInvalid') }, taken.ruleFor('id')]}
      >
        <Input size="large" inputMode="numeric" maxLength={9} autoComplete="off" disabled={!isNew} onBlur={onLeave} />
      </Form.Item>
      <Form.Item name="picture" label={t('avatar')} extra={t('avatarHelp')}>
        <PictureField present={picture} />
      </Form.Item>
    </>
  )
}
