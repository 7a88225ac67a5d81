"""Every meaningful widget of every .ui file has an accessible name, a label or a title.

A container that only lays out needs none; everything a person acts on or reads does.
"""
import pathlib
import sys
import xml.etree.ElementTree as ET

NEEDS_NAME = {
    'GtkButton', 'GtkToggleButton', 'GtkCheckButton', 'GtkRadioButton', 'GtkMenuButton',
    'GtkLinkButton', 'GtkSpinButton', 'GtkScaleButton', 'GtkEntry', 'GtkSearchEntry',
    'GtkTextView', 'GtkComboBox', 'GtkComboBoxText', 'GtkSwitch', 'GtkScale', 'GtkImage',
    'GtkListBox', 'GtkFlowBox', 'GtkTreeView', 'GtkIconView', 'GtkDrawingArea', 'GtkProgressBar',
    'GtkListBoxRow', 'GtkFlowBoxChild', 'GtkNotebook', 'GtkFileChooserButton',
    'GtkApplicationWindow', 'GtkWindow', 'GtkDialog',
}
NAMING_PROPERTIES = {'label', 'title'}


def own_widgets(node):
    """The names our own classes go by: they draw or act, so they need names too."""
    return node.get('class', '').startswith('Sabot')


def accessible_name(node):
    for child in node.findall('child'):
        if child.get('internal-child') == 'accessible':
            for prop in child.iter('property'):
                if prop.get('name') in ('accessible-name', 'AtkObject::accessible-name'):
                    return prop.text
    return None


def has_name(node):
    if accessible_name(node):
        return True
    if any(p.get('name') in NAMING_PROPERTIES and p.text for p in node.findall('property')):
        return True
    accessibility = node.find('accessibility')
    return accessibility is not None and any(
        r.get('type') == 'labelled-by' for r in accessibility.findall('relation'))


def check(path):
    problems = []
    root = ET.parse(path).getroot()
    for node in list(root.iter('object')) + list(root.iter('template')):
        kind = node.get('parent') if node.tag == 'template' else node.get('class')
        wanted = kind in NEEDS_NAME or (node.tag == 'object' and own_widgets(node))
        if wanted and not has_name(node):
            problems.append(f'{path}: {node.get("class")} {node.get("id") or ""} has no name')
    for prop in root.iter('property'):
        if prop.get('name') in NAMING_PROPERTIES | {'accessible-name', 'tooltip-text'} \
                and any(map(str.isalpha, prop.text or '')) and prop.get('translatable') != 'yes':
            problems.append(f'{path}: "{prop.text}" cannot be translated')
    return problems


def main():
    files = sorted(pathlib.Path(sys.argv[1]).rglob('*.ui'))
    problems = [p for path in files for p in check(path)]
    print('\n'.join(problems))
    # The check itself must see a nameless button and a fixed text.
    probe = ET.fromstring('<object class="GtkButton"/>')
    if has_name(probe) or not files:
        sys.exit('the check is blind')
    print(f'{len(files)} files, {len(problems)} problems')
    sys.exit(1 if problems else 0)


main()
