import { PARTY_NAME_MAX } from '@tessera/contract'
import { Form, Input } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { PictureField } from '../../ui/PictureField.tsx'
import { partyPhrases } from './phrases.ts'

/** Name, English name, id and picture; the id is fixed once the party exists. */
export function PartyFields({ isNew, picture }: { isNew: boolean; picture?: string | undefined }) {
  const t = usePhrases(partyPhrases)
  return (
    <>
      <Form.Item
        name="name"
        label={t('partyName')}
        rules={[{ required: true, whitespace: true, max: PARTY_NAME_MAX, message: t('partyNameInvalid') }]}
      >
        <Input size="large" maxLength={PARTY_NAME_MAX} />
      </Form.Item>
      <Form.Item
        name="nameEn"
        label={t('partyNameEn')}
        extra={t('partyNameEnHelp')}
        rules={[{ required: true, pattern: /^[A-Za-z][\w .-]{0,39}$/, message: t('partyNameEnInvalid') }]}
      >
        <Input size="large" maxLength={PARTY_NAME_MAX} />
      </Form.Item>
      <Form.Item
        name="id"
        label={t('partyId')}
        extra={isNew ? t('partyIdHelp') : undefined}
        rules={[{ required: true, pattern: /^[1-9]\d{0,8}$/, message: t('partyIdInvalid') }]}
      >
        <Input size="large" inputMode="numeric" maxLength={9} disabled={!isNew} />
      </Form.Item>
      <Form.Item name="picture" label={t('avatar')} extra={t('avatarHelp')}>
        <PictureField present={picture} />
      </Form.Item>
    </>
  )
}
