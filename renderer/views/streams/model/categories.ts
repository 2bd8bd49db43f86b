import { isObject, type JsonObject } from '#contract/json.ts'
import { idOf, scalarText, titleOf } from '#answers/roles.ts'

/** The category that a subcategory names: `categoryId` in the specification (section 2.3). */
export function parentIdOf(subcategory: JsonObject): string | undefined {
  const { category, parent } = subcategory
  return [
    subcategory.categoryId,
    subcategory.category_id,
    subcategory.parentId,
    isObject(category) ? (category.id ?? null) : null,
    isObject(parent) ? (parent.id ?? null) : parent,
  ]
    .map((value) => scalarText(value))
    .find((value) => value !== undefined)
}

export function childrenOf(
  subcategories: readonly JsonObject[],
  categoryId: string,
): Array<{ id: string; name: string }> {
  return subcategories
    .filter((one) => parentIdOf(one) === categoryId)
    .flatMap((one) => {
      const id = idOf(one, 'video/subcategory')
      return id === undefined ? [] : [{ id, name: titleOf(one, 'video/subcategory') ?? id }]
    })
    .sort((a, b) => a.name.localeCompare(b.name))
}
