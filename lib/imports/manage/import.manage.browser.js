/* Goes on with an import that needs several requests. Without this script a button does. */
;(function () {
  'use strict'
  const form = document.querySelector('form[data-continue]')
  if (form) form.submit()
})()
