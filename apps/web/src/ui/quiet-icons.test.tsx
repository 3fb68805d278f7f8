import { PlusOutlined } from '@ant-design/icons'
import { render, screen } from '@testing-library/react'
import { Alert, Button, Select } from 'antd'
import { expect, test } from 'vitest'
import { setLanguage } from '../lib/i18n.ts'
import { useSelectClear } from './ClearIcon.tsx'
import { Pager } from './Pager.tsx'
import { quietIcons } from './quiet-icons.ts'
import { SearchBox } from './SearchBox.tsx'

quietIcons()

test('names a button only by its label, without the name of its icon', () => {
  render(
    <>
      <Button icon={<PlusOutlined />}>创建任务</Button>
      <Button loading>上传数据</Button>
      <Button icon={<PlusOutlined />} aria-label="邀请" />
    </>,
  )
  const names = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)
  expect(names).toEqual(['创建任务', '上传数据', '邀请'])
  for (const name of names) expect(screen.getByRole('button', { name: name ?? '' })).toBeTruthy()
  expect(document.querySelectorAll('.anticon svg')).toHaveLength(3)
})

test('does not announce the icon of a message, but announces named or clickable icons', () => {
  render(
    <>
      <Alert type="error" showIcon title="失败" />
      <PlusOutlined aria-label="新增" aria-hidden={false} role="img" />
      <PlusOutlined onClick={() => {}} />
    </>,
  )
  expect(screen.getAllByRole('img').map((icon) => icon.getAttribute('aria-label'))).toEqual(['新增', 'plus'])
})

function Chooser() {
  return <Select allowClear={useSelectClear()} value="a" options={[{ value: 'a', label: 'a' }]} />
}

test('names buttons that contain only an icon in the user’s language', () => {
  setLanguage('cn')
  render(
    <>
      <SearchBox value="x" label="搜索" onSearch={() => {}} />
      <Pager pageNo={2} pageSize={10} total={30} onChange={() => {}} />
      <Chooser />
    </>,
  )
  expect(screen.getAllByRole('button')).toHaveLength(4)
  expect(screen.getAllByRole('button', { name: '清除' })).toHaveLength(2)
  for (const name of ['上一页', '下一页']) expect(screen.getByRole('button', { name })).toBeTruthy()
})
