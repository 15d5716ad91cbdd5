/** Removes empty fields from forms that create a URL, so that URLs stay short enough to share. */
document.addEventListener('formdata', (event) => {
  const { target: form, formData } = event
  if (!(form instanceof HTMLFormElement) || form.dataset.clean === undefined) return
  for (const name of new Set(formData.keys())) {
    const given = formData.getAll(name).filter((value) => value !== '')
    formData.delete(name)
    for (const value of given) formData.append(name, value)
  }
})
